"""The audit: it proves a whole house from its database. It only reads, so it works while the house runs.

Every table is played again from its first act. Its log, its money and its meters are computed anew and compared with
what is stored. All is read in one transaction, so it is one state of the house.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
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
    inspect,
    not_,
    or_,
    select,
)
from sqlalchemy.exc import DBAPIError

from pitboss.basics.money import UNITS
from pitboss.house.audit import heads, money, signing
from pitboss.house.audit.heads import LATE_MS, NewKey
from pitboss.house.audit.money import AT_ONCE
from pitboss.house.audit.signing import SignedHead, SigningError
from pitboss.house.audit.tables import BALANCE, CHAIN, LEFT_BEHIND, SIGNATURE, STAFF, VALUE, Audit, Counts, TableAudit
from pitboss.house.money import books
from pitboss.house.people import staff
from pitboss.house.people.people import Role
from pitboss.house.storage.database import reading
from pitboss.house.storage.schema import act, game_table, metadata, person, signed_head, staff_act
from pitboss.house.storage.store import ActRow
from pitboss.log.lines import GENESIS


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
            table.check(_acts(connection, row.id), money.money_of_acts(connection, row.id), set(signed.get(row.id, ())))
            _check_signed(audit, table, signed.get(row.id, {}))
    with stopped_by_values(audit, "the balances"):
        held = money.check_balances(connection, audit)
    practice = {table.id for table in tables.values() if table.practice}
    with stopped_by_values(audit, "the entries of the ledger"):
        money.check_entries(connection, audit, practice)
    with stopped_by_values(audit, "the money that was issued"):
        money.check_issues(connection, audit, practice)
    with stopped_by_values(audit, "the meters"):
        won = money.check_meters(connection, audit, tables)
    for table in tables.values():
        if not table.broken and held is not None:
            _check_table_accounts(audit, table, held, won.get(table.id, 0))
    with stopped_by_values(audit, "the staff journal"):
        audit.counts.staff_acts = connection.execute(select(func.count()).select_from(staff_act)).scalar_one()
        for wrong in staff.check(connection):
            audit.add(STAFF, wrong)
    with stopped_by_values(audit, "the settings of tables"):
        _check_settings(connection, audit, tables)
    with stopped_by_values(audit, "the people"):
        check_people(connection, audit)
    with stopped_by_values(audit, "the starting money"):
        money.check_starts(connection, audit)
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


# --- staff and signed heads


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
    there = set(inspect(connection).get_table_names())  # a database of an earlier version lacks the newest tables
    for table in metadata.sorted_tables:
        if table.name not in there:
            continue
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

BY_ADMINISTRATOR = (staff.ROLES, staff.DISABLE, staff.ENABLE, staff.ISSUE, staff.SIGN_OUT, staff.RESET_PASSWORD)
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
        if row.what == staff.FIRST_ADMINISTRATOR:
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
        if row.what == staff.ROLES:
            self.roles[about.person] = (self.roles_of(about.person) | {*about.grant}) - {*about.withdraw}
        elif row.what == staff.DISABLE:
            self.disabled.add(about.person)
        elif row.what == staff.ENABLE:
            self.disabled.discard(about.person)

    def _found(self, row: Any, wrong: str) -> None:
        self._audit.add(STAFF, f"staff act {row.number} ({row.what}) {wrong}")


def check_people(connection: Connection, audit: Audit) -> None:
    """Compare everybody's row with what the staff journal makes of them."""
    journal = Journal(audit)
    acts = select(staff_act).where(staff_act.c.what.in_((staff.FIRST_ADMINISTRATOR, *BY_ADMINISTRATOR)))
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


# --- signatures
#
# They are all there, each covers the one before it, and the house had the keys. A signature can't be made without a key
# of the house. So whoever alters the database can delete signed heads and can't add any. A head that is gone from the
# middle breaks the chain of signatures. Heads that are gone from the end leave rounds and staff acts that nothing has
# signed. Only somebody who brings all of the house back to an earlier state leaves no trace in it.


def check_signatures(
    connection: Connection,
    audit: Audit,
    public_keys: Sequence[str],
    tables: Mapping[str, TableAudit],
    kept: Sequence[SignedHead] = (),
) -> None:
    """Check the list of signatures, the keys of the house, and that whatever has happened is signed."""
    given = _keys_given(connection, audit)
    found = SignatureAudit(audit, given, public_keys, kept)
    for one in heads.all_heads(connection):
        found.take(one)
    found.end()
    for chain in connection.execute(select(signed_head.c.chain).distinct().order_by(signed_head.c.chain)).scalars():
        if chain != staff.CHAIN and chain not in tables:
            audit.add(CHAIN, f"the house has signed acts of the table {chain}, which is missing")
    if found.last is None and not given:
        if public_keys:
            audit.add(SIGNATURE, "nothing in this house is signed, though it has published a key")
        audit.on_trust.append(
            "that nobody wrote this house anew: nothing was signed, so whoever can write to the database could have"
        )
        return
    now = _latest(connection)
    for table in tables.values():
        if not table.broken:
            table.check_signed_until(now)
    _check_journal(connection, audit, now)
    if not public_keys:
        audit.on_trust.append("the public key of the house: signatures were checked with the keys beside them")
    audit.newest = found.last
    if found.last is not None:
        when = datetime.fromtimestamp(found.last.at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
        audit.on_trust.append(
            f"that the house signed nothing after signature {found.last.number} of {when}: if all of the database was"
            " brought back to an earlier state, only signed heads that were kept elsewhere show it"
        )


class SignatureAudit:
    """The list of signatures, followed from the first."""

    def __init__(
        self, audit: Audit, given: Sequence[NewKey], published: Collection[str], kept: Sequence[SignedHead] = ()
    ) -> None:
        self._audit, self._given, self._published = audit, given, published
        self._kept = {one.digest: one for one in kept}
        self.last: SignedHead | None = None
        self._number, self._digests = 0, {GENESIS}
        """The number before the next signature, and what the next one may follow. Empty if it may follow any."""
        self._at: dict[int, SignedHead] = {}
        """The signatures before and of the acts that gave the house a key."""
        self._marks = {number for one in given for number in (one.signed, one.signed + 1)}
        self._strangers: dict[tuple[str, str], list[int]] = {}
        """The first and the last signature with a key that is not the house's, by what is wrong and by key."""

    def take(self, one: SignedHead) -> None:
        """Check the next signature."""
        self._audit.counts.signed_heads += 1
        if one.number != self._number + 1:
            self._missing(self._number + 1, one.number - 1)
            self._digests = set()
        try:
            right = signing.verify_head(one.key, one)
        except SigningError:
            right = False
        if not right:
            self._found(f"the signed head of {one.chain} after act {one.seq} has a wrong signature")
        elif self._digests and one.before not in self._digests:
            self._found(f"signature {one.number} does not follow the one before it")
        if self._published and one.key not in self._published:
            self._strange("is not one that the house has published", one)
        if one.key != next((new.key for new in reversed(self._given) if new.signed < one.number), ""):
            self._strange("is not the one that the staff journal names", one)
        # If this one was altered, the next one still follows it as it was: one break, not two.
        self._number, self._digests, self.last = one.number, {one.digest} if right else set(), one
        self._kept.pop(one.digest, None)
        if one.number in self._marks:
            self._at[one.number] = one

    def end(self) -> None:
        """Compare the list with what the staff journal says of it."""
        due = max((new.signed + 1 for new in self._given), default=0)
        if self._number < due:
            self._missing(self._number + 1, due)
        for one in self._kept.values():
            self._found(
                f"signature {one.number} of {one.chain} after act {one.seq}, which was kept, is not in this house"
            )
        for (wrong, key), (first, to) in self._strangers.items():
            self._found(f"the key {key} of {_numbers(first, to)} {wrong}")
        for new in self._given:
            before, own = self._at.get(new.signed), self._at.get(new.signed + 1)
            if (before.digest if before else GENESIS) != new.last and (before or not new.signed):
                self._found(f"staff act {new.act} gives the house a key after another signature {new.signed}")
            if own is not None and (own.chain, own.seq) != (staff.CHAIN, new.act):
                self._found(f"staff act {new.act} gives the house a key, and signature {own.number} does not sign that")

    def _strange(self, wrong: str, one: SignedHead) -> None:
        self._strangers.setdefault((wrong, one.key), [one.number, 0])[1] = one.number

    def _missing(self, first: int, to: int) -> None:
        self._found(f"{_numbers(first, to)} {'is' if first == to else 'are'} missing")

    def _found(self, sentence: str) -> None:
        self._audit.add(SIGNATURE, sentence)


def _numbers(first: int, to: int) -> str:
    """Numbers of signatures in words.

    >>> _numbers(7, 7), _numbers(7, 9)
    ('signature 7', 'signatures 7 to 9')
    """
    return f"signature {first}" if first == to else f"signatures {first} to {to}"


def _keys_given(connection: Connection, audit: Audit) -> list[NewKey]:
    """The keys that the staff journal names. The house itself does so, and does not take a key twice."""
    given: list[NewKey] = []
    for row in connection.execute(heads.KEY_ACTS.order_by(staff_act.c.number)):
        try:
            new = heads.new_key_of(row)
        except SigningError as error:
            audit.add(SIGNATURE, str(error))
            continue
        if row.person != staff.HOUSE:
            audit.add(SIGNATURE, f"staff act {row.number} gives the house a key by order of {row.person}")
        if new.key in {one.key for one in given} or (given and new.signed <= given[-1].signed):
            audit.add(SIGNATURE, f"staff act {row.number} gives the house a key again, or out of order")
        given.append(new)
    return given


def _latest(connection: Connection) -> int:
    """When the last thing happened in this house that the database knows of."""
    times = [connection.execute(select(func.max(of.c.at))).scalar() for of in (act, staff_act, signed_head)]
    return max((at for at in times if at is not None), default=0)


def _check_journal(connection: Connection, audit: Audit, now: int) -> None:
    """Every staff act was signed soon. An act that only names a key may come long after an act that was not signed."""
    by_house = select(signed_head.c.seq).where(signed_head.c.chain == staff.CHAIN)
    signed = set(connection.execute(by_house).scalars())
    waits: tuple[int, int] | None = None
    rows = select(staff_act.c.number, staff_act.c.at, staff_act.c.what).order_by(staff_act.c.number)
    late = None
    for row in connection.execute(rows, execution_options={"yield_per": AT_ONCE}):
        if waits is None:
            waits = row.number, row.at
        if late is None and row.what != heads.SIGNING_KEY and row.at > waits[1] + LATE_MS:
            late = waits[0]
        if row.number in signed:
            waits = None
    if late is None and waits is not None and now > waits[1] + LATE_MS:
        late = waits[0]
    if late is not None:
        audit.add(SIGNATURE, f"signed heads of the staff journal are missing: staff act {late} was not signed in time")
